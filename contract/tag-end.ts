/** Quoted attributes may contain any of the characters. */
function findUnquoted(text: string, start: number, characters: string): number {
  let quote = ''
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (quote) quote = character === quote ? '' : quote
    else if (characters.includes(character)) return at
    else if ((character === '"' || character === "'") && text.charAt(at - 1) === '=') quote = character
  }
  return -1
}

/** The end of the text for a tag that is left open. */
export function tagEnd(text: string, start: number): number {
  const end = findUnquoted(text, start, '>')
  return end === -1 ? text.length : end + 1
}

/** The end of a tag, or -1 for a `<` of code or prose: a tag has no blank line, and no `<` outside of quotes. */
export function completeTagEnd(text: string, start: number): number {
  const end = findUnquoted(text, start, '<>`')
  const isTag = text.charAt(end) === '>' && !/\n\s*\n/.test(text.slice(start, end))
  return isTag ? end + 1 : -1
}
