const fileLike = /\.[a-z0-9]{1,8}$/i

/** Unknown paths redirect home; paths of files and well-known documents, which programs request, stay a 404. */
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
