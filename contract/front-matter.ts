type Value = string | boolean | string[] | null | undefined

/** YAML takes these for line breaks or forbids them, unlike JSON. */
const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** YAML reads the strings and lists of JSON. Empty values are left out. */
export function writeFrontMatter(fields: Record<string, Value>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${name}: ${JSON.stringify(value).replace(unsafe, escape)}\n`],
  )
  return `---\n${lines.join('')}---\n`
}
