const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const letter = /\p{L}/u

export type Direction = 'ltr' | 'rtl'

/** The direction of the first letter, or undefined for a text without letters. */
export function directionOf(text: string): Direction | undefined {
  const [first] = letter.exec(text) ?? []
  if (first === undefined) return undefined
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}

export const hasRightToLeft = (text: string) => rightToLeft.test(text)

/** For `dir`: only a text that starts from the right needs the attribute. */
export const rtlOf = (text: string): 'rtl' | undefined => (directionOf(text) === 'rtl' ? 'rtl' : undefined)

/** For `dir` inside an element whose own `dir` is the first argument. */
export const dirWithin = (outer: 'rtl' | undefined, text: string): Direction | undefined =>
  rtlOf(text) ?? (outer && 'ltr')
