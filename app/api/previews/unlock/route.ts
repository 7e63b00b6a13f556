import { handle, route } from '#lib/http/route.ts'
import { submitPassword } from '#lib/previews/preview.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', ({ request }) => submitPassword(request)),
})
