import { answerAuth } from '#lib/auth/endpoint.ts'
import { route } from '#lib/http/route.ts'

/** next-auth's own calls: its CSRF token, the session, signing in and out. */
export const { GET, POST, PUT, PATCH, DELETE } = route<{ nextauth: string[] }>({
  GET: (request, { nextauth }) => answerAuth(request, nextauth),
  POST: (request, { nextauth }) => answerAuth(request, nextauth),
})
