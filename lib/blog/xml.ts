const forbiddenInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const entities: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
}

/** An XML parser rejects a whole document for one lone surrogate or control character. */
export const stripInvalidXml = (text: string) => text.replace(forbiddenInXml, '')

export const escapeXml = (text: string) =>
  stripInvalidXml(text).replace(/[<>&"']/g, (character) => entities[character] ?? '')
