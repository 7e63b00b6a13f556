const FOLDER = '/preview/'

export const previewPath = (token: string) => `${FOLDER}${token}`

export const isPreviewPath = (path: string) => path.startsWith(FOLDER)

/** Removes the token for logs, traces and metrics, because anyone who has it can open the preview. */
export const redactPath = (path: string) => (isPreviewPath(path) ? previewPath('[token]') : path)
