import { staffDownload } from '../api.ts'

export async function saveDownload(
  path: string,
  fallbackName: string,
  onProgress?: (share: number | null) => void,
): Promise<void> {
  const response = await staffDownload(path, { method: 'POST' })
  const total = Number(response.headers.get('content-length'))
  let received = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.length
        onProgress?.(total > 0 ? received / total : null)
        controller.enqueue(chunk)
      },
    }),
  )
  const blob = await new Response(counted ?? null).blob()
  if (blob.size === 0 || (total > 0 && blob.size !== total)) throw new TypeError('The file is incomplete')
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? fallbackName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
