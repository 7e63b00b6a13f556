import { NoSuchLink } from '#components/newsletter/no-such-link.tsx'

export default function LinkNotFound() {
  return <NoSuchLink />
}
