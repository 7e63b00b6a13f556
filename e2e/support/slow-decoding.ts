import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** Photos that the browser makes smaller wait for `letDecode`. Call it before the page is opened. */
export const holdDecoding = (page: Page) =>
  page.addInitScript(() => {
    const original = window.createImageBitmap.bind(window)
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(window, {
      letDecode: resolve,
      createImageBitmap: (source: ImageBitmapSource) => promise.then(() => original(source)),
    })
  })

export const letDecode = (page: Page) => page.evaluate(() => Reflect.get(window, 'letDecode')())

/** A PNG above the limit of an upload, which the browser makes smaller. */
export async function largePicture() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const buffer = await sharp({
    create: { width: 1600, height: 1400, channels: 3, background: '#888', noise },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name: 'large.png', mimeType: 'image/png', buffer }
}
