import { expect, it } from '@jest/globals'
import sharp from 'sharp'
import { drawableText, shareCard } from './share-card.tsx'

it.each([
  ['🎉 Two reefs 👩‍👩‍👧‍👦, tied', 'Two reefs , tied'],
  ['Łódź, “Ağaç” – ếß & 5 µm: 20 €', 'Łódź, “Ağaç” – ếß & 5 µm: 20 €'],
  ['Привет, reefs', ''],
  ['結び目の話', ''],
  ['عقدة', ''],
])('leaves out the signs that the fonts lack: %j', (title, drawn) => {
  expect(drawableText(title)).toBe(drawn)
})

async function draw(title: string) {
  const card = await shareCard({ seed: 'reefs', title, label: 'Halyard Blog', brand: 'Halyard' })
  const image = sharp(Buffer.from(await card.arrayBuffer()))
  const part = (left: number, width: number) =>
    image.clone().extract({ left, top: 0, width, height: 630 }).raw().toBuffer()
  const band = (top: number) =>
    image.clone().extract({ left: 0, top, width: 780, height: 110 }).raw().toBuffer()
  return {
    text: await part(0, 780),
    flags: await part(780, 420),
    label: await band(0),
    brand: await band(520),
  }
}

it('draws letters beyond English, and breaks a long word before the flags', async () => {
  const long = await draw(`Donaudampfschifffahrtselektrizität and ${'x'.repeat(80)}`)
  const [first, second] = [await draw('Ł'), await draw('ế')]
  expect(first.text.equals(second.text)).toBe(false)
  expect(long.flags.equals(first.flags)).toBe(true)
})

it.each([
  ['many words', 'A line about reefs, '.repeat(10)],
  ['many words of a small title', 'A line about reefs, '.repeat(5)],
  ['one long word', 'W'.repeat(120)],
  ['one word of large letters', 'W'.repeat(60)],
])('keeps %s between the label and the brand', async (_, title) => {
  const [long, short] = [await draw(title), await draw('Ł')]
  expect(long.label.equals(short.label)).toBe(true)
  expect(long.brand.equals(short.brand)).toBe(true)
})
