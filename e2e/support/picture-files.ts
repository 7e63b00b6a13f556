import type { FileChooser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'

export const picture = async (width = 640, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#c4241f' } })
    .png()
    .toBuffer()

export async function chooseFile(page: Page, opener: Locator, files: Parameters<FileChooser['setFiles']>[0]) {
  const chooser = page.waitForEvent('filechooser')
  await opener.click()
  await (await chooser).setFiles(files)
}
