import { handle, route } from '#lib/http/route.ts'
import { submitGuestNote } from '#lib/notes/guest-notes.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', ({ request }) => submitGuestNote(request)),
})
