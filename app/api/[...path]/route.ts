import { json } from '#lib/http/response.ts'

const notFound = () => json({ error: 'Not found' }, 404)

export {
  notFound as GET,
  notFound as POST,
  notFound as PUT,
  notFound as PATCH,
  notFound as DELETE,
  notFound as OPTIONS,
}
