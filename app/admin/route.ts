import { STAFF_HOME } from '#lib/auth/return-path.ts'

export function GET() {
  return new Response(null, { status: 307, headers: { location: STAFF_HOME } })
}
