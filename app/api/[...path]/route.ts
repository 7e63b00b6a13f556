import { json } from '#lib/http/answer.ts'

const notFound = () => json({ error: 'There is no such call.' }, 404)

export { notFound as GET, notFound as POST, notFound as PUT, notFound as PATCH, notFound as DELETE }
