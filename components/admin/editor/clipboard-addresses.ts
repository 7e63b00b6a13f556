const start = String.raw`(?<![a-zA-Z])(?:(?:https?|ftp):\/\/|www\.)`
const email = String.raw`[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+`
const inParentheses = String.raw`\([^\s<>()]*\)`

export const address = new RegExp(String.raw`(${start}[^\s<>]+|${email})`)

/** Without the punctuation of the sentence that follows. */
const linked = String.raw`(?:${start}(?:[^\s<>()]|${inParentheses})*(?:[^\s<>()?!.,:;*_~'"]|${inParentheses})|${email})`

interface Side {
  linkText: RegExp
  address: RegExp
  character: RegExp
}

export const ending: Side = {
  linkText: /(?<!\\)\[[^\]]*$/,
  address: new RegExp(`${linked}$`),
  character: /.$/su,
}

export const beginning: Side = {
  linkText: /^[^[]*\]\(/,
  address: new RegExp(`^${linked}`),
  character: /^./su,
}

const encode = (character: string) => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`

const toLink = (found: string) => (found.startsWith('www.') ? `[${found}](http://${found})` : `<${found}>`)

/** Encodes the character beside a mark, except in an address, which would lead elsewhere. */
export function separate(text: string, { linkText, address, character }: Side): string {
  return address.test(text) && !linkText.test(text)
    ? text.replace(address, toLink)
    : text.replace(character, encode)
}
