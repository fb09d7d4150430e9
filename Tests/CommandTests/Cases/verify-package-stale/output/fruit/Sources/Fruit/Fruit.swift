/// How many grow here.
public let apples = 1 + 1
