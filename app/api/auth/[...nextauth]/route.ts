import { handleAuth } from '#lib/auth/handler.ts'
import { route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ nextauth: string[] }>({
  GET: (request, { nextauth }) => handleAuth(request, nextauth),
  POST: (request, { nextauth }) => handleAuth(request, nextauth),
})
