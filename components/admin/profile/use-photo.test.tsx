import { expect, it } from '@jest/globals'
import { JSDOM } from 'jsdom'
import { usePhoto } from './use-photo.ts'

const { window } = new JSDOM()
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true })
// React DOM reads the window when it is loaded.
const { act } = await import('react')
const { createRoot } = await import('react-dom/client')

const stored = {
  width: 480,
  height: 640,
  sources: [{ url: '/api/media/stored.webp', width: 480 }],
  x: 50,
  y: 50,
}

async function openPhoto() {
  const shown: ReturnType<typeof usePhoto>[] = []
  function Photo() {
    shown.push(usePhoto(stored))
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Photo />))
  const current = () => {
    const photo = shown.at(-1)
    if (!photo) throw new Error('not rendered')
    return photo
  }
  return { current, close: () => act(async () => root.unmount()) }
}

const file = new File(['png'], 'new.png', { type: 'image/png' })

it('a chosen photo stays when the former one is cropped while it is prepared, and goes when that is removed', async () => {
  const photo = await openPhoto()
  await act(async () => {
    const { choose, crop, value } = photo.current()
    const chosen = choose(file)
    crop({ ...value, x: 20, changed: true })
    await chosen
  })
  expect(photo.current()).toMatchObject({ preparing: false, value: { file, x: 50, y: 50 } })
  await act(async () => {
    const { choose, change, value } = photo.current()
    const chosen = choose(file)
    change({ ...value, file: null, removed: true })
    await chosen
  })
  expect(photo.current()).toMatchObject({ preparing: false, value: { file: null, removed: true } })
  await photo.close()
})
