import { unknownPath } from '#lib/http/unknown-path.ts'

export {
  unknownPath as GET,
  unknownPath as POST,
  unknownPath as PUT,
  unknownPath as PATCH,
  unknownPath as DELETE,
}
