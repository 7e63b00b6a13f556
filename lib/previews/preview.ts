import { cookies } from 'next/headers'
import { cache } from 'react'
import { ApiError, parseInput } from '#contract/errors.ts'
import { tokenPattern } from '#contract/newsletter.ts'
import {
  previewPath,
  openedPreviewSchema,
  previewUnlockResponseSchema,
  previewUnlockSchema,
  type OpenedPreview,
} from '#contract/previews.ts'
import { isSecureSite } from '../env.ts'
import { reportPageFailure } from '../blog/queries.ts'
import { readClientAddress } from '../http/client-address.ts'
import { readFlash } from '../http/flash.ts'
import { submitPlainForm } from '../http/form.ts'
import { callForJson } from '../upstream/client.ts'
import { isGone, isUnsupportedCall } from '../upstream/errors.ts'
import { clientAddressOf } from '../upstream/forward.ts'

const FORM = 'preview'
export const PASS_COOKIE = 'preview-pass'
const failureMessage = 'The preview could not be opened. Please try again.'

type Preview = OpenedPreview | { state: 'missing'; status: 404 | 410 } | { state: 'failed' }

const missing = { state: 'missing', status: 404 } as const

export const REVIEW_FORM = 'review'
export const NOTE_FORM = 'preview-note'

const isReturning = async () =>
  (await readFlash(REVIEW_FORM)) !== null || (await readFlash(NOTE_FORM)) !== null

export const readPass = async () => (await cookies()).get(PASS_COOKIE)?.value.slice(0, 200)

/** Counts the preview as opened; `cache` shares it between the page and its metadata. */
export const openPreview = cache(async (token: string): Promise<Preview> => {
  if (!tokenPattern.test(token)) return missing
  const pass = await readPass()
  const clientAddress = await readClientAddress()
  try {
    const { data } = await callForJson('openPreview', openedPreviewSchema, {
      json: { token, pass, returning: await isReturning() },
      clientAddress,
    })
    return data.data
  } catch (error) {
    if (isGone(error)) return { state: 'missing', status: 410 }
    if (isUnsupportedCall(error)) return missing
    reportPageFailure(error)
    return { state: 'failed' }
  }
})

async function unlock(request: Request, values: Record<string, string>): Promise<string> {
  const input = parseInput(previewUnlockSchema, values)
  if (!tokenPattern.test(input.token)) throw new ApiError('not_found', 'There is no such preview.')
  const { data } = await callForJson('unlockPreview', previewUnlockResponseSchema, {
    json: input,
    clientAddress: clientAddressOf(request),
    failureMessage,
  })
  const jar = await cookies()
  jar.set(PASS_COOKIE, data.data.pass, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecureSite,
    path: previewPath(input.token),
    maxAge: data.data.seconds,
  })
  return ''
}

export const submitPassword = (request: Request) =>
  submitPlainForm(request, {
    name: FORM,
    page: previewPath(''),
    failureMessage,
    allowCrossSite: true,
    secrets: ['token', 'password'],
    submit: (values) => unlock(request, values),
    redirect: (_, { token = '', note }) => {
      if (!tokenPattern.test(token)) return '/'
      return note ? `${previewPath(token)}?note=error` : previewPath(token)
    },
  })

export interface PasswordError {
  field?: string | undefined
  form?: string | undefined
}

export async function readPasswordError(): Promise<PasswordError> {
  const { error, fields } = (await readFlash(FORM)) ?? {}
  const field = fields?.['password']
  return { field, form: field === undefined ? error : undefined }
}
