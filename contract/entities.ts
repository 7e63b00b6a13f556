const named: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', ensp: '\u2002', emsp: '\u2003' },
  ...{ thinsp: '\u2009', shy: '', zwj: '\u200D', zwnj: '\u200C', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»' },
  ...{ lsaquo: '‹', rsaquo: '›', bull: '•', middot: '·', copy: '©', reg: '®', trade: '™', deg: '°' },
  ...{ euro: '€', pound: '£', yen: '¥', cent: '¢', sect: '§', para: '¶', ordf: 'ª', ordm: 'º', micro: 'µ' },
  ...{ plusmn: '±', minus: '−', times: '×', divide: '÷', frac12: '½', frac14: '¼', frac34: '¾', ne: '≠' },
  ...{ le: '≤', ge: '≥', larr: '←', rarr: '→', uarr: '↑', darr: '↓', iexcl: '¡', iquest: '¿', sdot: '⋅' },
  ...{ szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø', Oslash: 'Ø', inodot: 'ı' },
  ...{ lstrok: 'ł', Lstrok: 'Ł', dstrok: 'đ', Dstrok: 'Đ', eth: 'ð', ETH: 'Ð', thorn: 'þ', THORN: 'Þ' },
}

const accents: Record<string, string> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', macr: '\u0304', breve: '\u0306' },
  ...{ dot: '\u0307', uml: '\u0308', ring: '\u030A', dblac: '\u030B', caron: '\u030C', cedil: '\u0327' },
  ogon: '\u0328',
}

function decodeName(name: string): string | undefined {
  if (Object.hasOwn(named, name)) return named[name]
  if (!Object.hasOwn(accents, name.slice(1))) return undefined
  const letter = `${name.charAt(0)}${accents[name.slice(1)]}`.normalize('NFC')
  return letter.length === 1 ? letter : undefined
}

function decodeNumber(code: number): string {
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD'
}

/** Knows the names that are used in prose; the complete table has 2,200. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name) return decodeName(name) ?? entity
      return decodeNumber(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
    },
  )
