const FOLDER = '/preview/'

export const previewPath = (token: string) => `${FOLDER}${token}`

export const isPreviewPath = (path: string) => path.startsWith(FOLDER)

/** For logs, traces and metrics: whoever has the token can open the preview. */
export const redactPath = (path: string) => (isPreviewPath(path) ? previewPath('[token]') : path)
