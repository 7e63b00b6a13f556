type Value = string | number | boolean | object | null | undefined

/** YAML treats these characters as line breaks or rejects them, unlike JSON. */
const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Writes values as JSON, which is valid YAML. Empty values are left out. */
export function writeFrontMatter(fields: Record<string, Value>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${name}: ${JSON.stringify(value).replace(unsafe, escape)}\n`],
  )
  return `---\n${lines.join('')}---\n`
}
