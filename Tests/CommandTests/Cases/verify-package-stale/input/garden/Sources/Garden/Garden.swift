import Fruit

/// What is brought in.
public func harvest() -> Int { apples }
