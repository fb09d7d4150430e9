/// The elements that browsers know, those of old pages among them.
enum WebElements {
  /// Their names in small letters.
  static let names = Set([html, svg, mathML].flatMap { $0.split(separator: " ").map(String.init) })

  /// The HTML Living Standard, with its obsolete features.
  private static let html = """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote \
    body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div \
    dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header \
    hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark \
    marquee math menu menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p \
    param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select selectedcontent \
    slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th \
    thead time title tr track tt u ul var video wbr xmp
    """

  /// SVG 2, and what SVG 1.1 had besides.
  private static let svg = """
    a animate animatemotion animatetransform circle clippath cursor defs desc discard ellipse feblend \
    fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap \
    fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge \
    femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter \
    foreignobject g glyph glyphref hatch hatchpath hkern line lineargradient marker mask metadata mpath path \
    pattern polygon polyline radialgradient rect set stop switch symbol text textpath tref tspan use view vkern
    """

  /// MathML 3 and MathML Core.
  private static let mathML = """
    annotation apply ci cn csymbol maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi \
    mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry \
    msgroup msline mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover \
    none semantics
    """
}
