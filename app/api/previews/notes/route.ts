import { ApiError } from '#contract/errors.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { handle, route } from '#lib/http/route.ts'
import { submitGuestNote } from '#lib/notes/guest-notes.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', ({ request }) => {
    if (!isPlainForm(request))
      throw new ApiError('unsupported_type', 'The Content-Type must be application/x-www-form-urlencoded.')
    return submitGuestNote(request)
  }),
})
