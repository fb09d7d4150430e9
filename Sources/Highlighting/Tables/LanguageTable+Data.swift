extension LanguageTable {
  /// JSON, with what JSON5 adds.
  static let json = LanguageTable(
    [("true false null", .keyword), ("NaN Infinity", .number)], [.blockComments, .signs], keyMark: UInt8(ascii: ":"))

  /// TOML.
  static let toml = LanguageTable(
    [("true false", .keyword), ("inf nan", .number)], [.signs, .dates, .tables], lineComment: "#",
    strings: [
      StringForm("\"\"\"", goesOnPastLine: true), StringForm("'''", escape: .none, goesOnPastLine: true),
      StringForm("\""), StringForm("'", escape: .none),
    ], keyMark: UInt8(ascii: "="), wordMark: UInt8(ascii: "-"))

  /// SQL, of the standard and of the databases that are common.
  static let sql = LanguageTable(
    [
      (
        """
        add all alter analyze and any as asc autoincrement auto_increment before after begin between by cascade case \
        cast check collate column commit conflict constraint create cross current_date current_time current_timestamp \
        database declare default delete desc describe distinct do drop each else end escape except exclude execute \
        exists explain fetch filter first following for foreign from full function generated glob grant group having \
        if ignore ilike in index inner insert instead intersect into is isnull join key last lateral left like limit \
        materialized natural next not nothing notnull null nulls of offset on only or order outer over partition \
        pragma preceding primary procedure range recursive references release rename replace returning returns revoke \
        right rollback row rows savepoint schema select sequence set show similar table temp temporary then to \
        transaction trigger true false truncate unbounded union unique unlogged update using vacuum values view \
        virtual when where window with without
        """, .keyword
      ),
      (
        """
        bigint bigserial binary bit blob boolean bytea char character clob date datetime decimal double enum float int \
        int2 int4 int8 integer interval json jsonb mediumint money numeric nvarchar precision real serial smallint \
        text time timestamp timestamptz tinyint uuid varbinary varchar varying xml
        """, .type
      ),
    ], .blockComments, ignoresCase: true, lineComment: "--",
    strings: [
      StringForm("'", escape: .doubled, goesOnPastLine: true), StringForm("\"", escape: .doubled),
      StringForm("`", escape: .doubled),
    ], prefixes: [("e n b x u", .usual)])
}
