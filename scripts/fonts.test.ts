import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { fontFiles, fontPath, makeFont, ranges } from './fonts.ts'

describe('the font files', () => {
  it.each(Object.entries(fontFiles))('%s matches the pinned packages', async (name, font) => {
    const made = await makeFont(font)
    expect(made.equals(await readFile(fontPath(name)))).toBe(true)
  })

  it('are declared with their ranges', async () => {
    const declarations = await readFile('lib/fonts.ts', 'utf8')
    for (const [name, { has }] of Object.entries(fontFiles)) {
      const declared = declarations.slice(declarations.indexOf(`${name}.woff2`))
      expect(/prop: 'unicode-range',\s+value:\s+'([^']*)'/.exec(declared)?.[1]).toBe(
        has.map((range) => ranges[range]).join(','),
      )
    }
  })
})
