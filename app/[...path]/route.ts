/** Addresses that a program asks for (a file, a well-known document): an honest 404. */
const fileLike = /\.[a-z0-9]{1,8}$/i

/**
 * Any unknown path redirects to `/` (specification 2). A handler, because a page that redirects would be written to
 * the page cache, once for each path.
 */
function unknownPath(request: Request) {
  const { pathname } = new URL(request.url)
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  if (fileLike.test(pathname) || pathname.startsWith('/.well-known/') || pathname.startsWith('/_next/'))
    return new Response(null, { status: 404, headers })
  return new Response(null, { status: 307, headers: { ...headers, location: '/' } })
}

export {
  unknownPath as GET,
  unknownPath as POST,
  unknownPath as PUT,
  unknownPath as PATCH,
  unknownPath as DELETE,
}
