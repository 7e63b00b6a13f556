import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

export interface HostileResponse {
  bytes: (valid: string) => (string | Buffer)[]
  reset?: boolean
  /** The expected outcome: an error, an error unless the call accepts any body, or success. */
  outcome: 'error' | 'error-or-open' | 'valid'
  /** Too large to test with every call. */
  heavy?: boolean
}

/** A marker in every header that must not be passed on. */
export const mark = 'hostile-mark'

const head = (headers: string[], status = '200 OK') =>
  ['HTTP/1.1 ' + status, 'Connection: close', ...headers, '', ''].join('\r\n')
const type = 'Content-Type: application/json'
const sized = (body: string | Buffer, headers: string[] = [type], status?: string) => [
  head([...headers, `Content-Length: ${Buffer.byteLength(body)}`], status),
  body,
]

const invalid = (bytes: HostileResponse['bytes']): HostileResponse => ({ bytes, outcome: 'error' })
const reset = (bytes: HostileResponse['bytes']): HostileResponse => ({ bytes, outcome: 'error', reset: true })
const accepted = (bytes: HostileResponse['bytes']): HostileResponse => ({ bytes, outcome: 'valid' })
const body = (text: string | Buffer, headers?: string[]) => invalid(() => sized(text, headers))
const heavy = (text: string | Buffer, headers?: string[]) => ({ ...body(text, headers), heavy: true })
const open = (text: string): HostileResponse => ({ bytes: () => sized(text), outcome: 'error-or-open' })
const status = (line: string, more: string[] = [], text = '{"error":{"no":"text"}}') =>
  invalid(() => sized(text, [type, ...more], line))

const MEGABYTE = 1024 * 1024
const bomb = Buffer.alloc(20 * MEGABYTE, '[')
const encodings = {
  gzip: gzipSync(bomb),
  deflate: deflateSync(bomb),
  br: brotliCompressSync(bomb, { params: { 1: 1 } }),
}

const manyHeaders = head([type, ...Array.from({ length: 2500 }, (_, n) => `x-${n}: ${n}`)])

const broken: Record<string, HostileResponse> = {
  'a reset at once': reset(() => []),
  'an end at once': invalid(() => []),
  'a greeting of another protocol': invalid(() => ['220 mail.example ESMTP\r\n']),
  'bytes of TLS': invalid(() => [Buffer.from('15030100020228', 'hex')]),
  'a status line and no more': invalid(() => ['HTTP/1.1 200 OK\r\n']),
  'half a header': invalid(() => ['HTTP/1.1 200 OK\r\nContent-Ty']),
  'a reset in the headers': reset(() => ['HTTP/1.1 200 OK\r\nContent-Type: appl']),
  'a reset in the body': reset(() => [head([type, 'Content-Length: 5000']), '{"data":{"blogs":[']),
  'an end in the body': invalid(() => [head([type, 'Content-Length: 5000']), '{"data":{"blogs":[']),
  'a status that is no number': invalid(() => ['HTTP/1.1 abc OK\r\n\r\n']),
  'a status of two digits': invalid(() => ['HTTP/1.1 99 Low\r\n\r\n']),
  'a status above 599': status('999 Above'),
  'a protocol without headers': invalid(() => ['{"data":{}}']),
  'a header without a colon': invalid(() => [head([type, 'no colon here', 'Content-Length: 2']), '{}']),
  'NUL in a header': invalid(() => [head([type, 'X: a\0b', 'Content-Length: 2']), '{}']),
  'two lengths': invalid(() => [head([type, 'Content-Length: 2', 'Content-Length: 3']), '{}x']),
  'a length and chunks': invalid(() => [
    head([type, 'Content-Length: 2', 'Transfer-Encoding: chunked']),
    '2\r\n{}\r\n0\r\n\r\n',
  ]),
  'a length below zero': invalid(() => [head([type, 'Content-Length: -5']), '{}']),
  'a length that is no number': invalid(() => [head([type, 'Content-Length: many']), '{}']),
  'a chunk without a size': invalid(() => [
    head([type, 'Transfer-Encoding: chunked']),
    'zz\r\n{}\r\n0\r\n\r\n',
  ]),
  'chunks that end early': invalid((valid) => [
    head([type, 'Transfer-Encoding: chunked']),
    `${(valid.length + 10).toString(16)}\r\n${valid}`,
  ]),
  'a reset between chunks': reset((valid) => [
    head([type, 'Transfer-Encoding: chunked']),
    `${valid.length.toString(16)}\r\n${valid}\r\n`,
  ]),
  '64 kB of headers': invalid((valid) => [head([type, `X-Long: ${'a'.repeat(65_536)}`]), valid]),
  '2500 headers': invalid((valid) => [manyHeaders, valid]),
  'a change of protocol': invalid(() => [head(['Upgrade: websocket'], '101 Switching Protocols'), 'frames']),
}

const bodies: Record<string, HostileResponse> = {
  HTML: body('<!doctype html><h1>It works!</h1>', ['Content-Type: text/html']),
  'HTML that says it is JSON': body('<!doctype html><h1>It works!</h1>'),
  XML: body('<?xml version="1.0"?><data/>', ['Content-Type: application/xml']),
  'a script': body('callback({"data":{}})', ['Content-Type: text/javascript']),
  'half a JSON': body('{"data": {"blogs": ['),
  'two JSONs': body('{"data":{}}{"data":{}}'),
  'JSON with a tail': invalid((valid) => sized(`${valid};alert(1)`)),
  'JSON with a comment': invalid((valid) => sized(`/**/${valid}`)),
  'an anti-hijacking prefix': invalid((valid) => sized(`)]}',\n${valid}`)),
  'bytes that are no UTF-8': body(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  'UTF-16': invalid((valid) => sized(Buffer.from(valid, 'utf16le'))),
  'NUL bytes': body('\0\0\0\0'),
  true: body('true'),
  'a number': body('42'),
  'a text': body('"data"'),
  'a list': body('[]'),
  NaN: body('NaN'),
  'deep nesting': body('['.repeat(200_000) + ']'.repeat(200_000)),
  nothing: open(''),
  null: open('null'),
  'an empty object': open('{}'),
  'data that is null': open('{"data":null}'),
  'data that is a list': open('{"data":[1,2,3]}'),
  'data that is a text': open('{"data":"<script>alert(1)</script>"}'),
  'deep data': open(`{"data":${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}}`),
  'nothing but a prototype': open('{"__proto__":{"data":{"token":"x"}},"constructor":{"prototype":{}}}'),
  'posts without names': open(
    '{"data":{"blogs":[{"id":1}],"name":7,"email":[],"token":"","user":null,"views":-1}}',
  ),
  'numbers out of range': open('{"data":{"blogs":[],"views":1e999},"total":-1,"totalPages":0.5}'),
  'invalid dates': open(
    '{"data":{"blogs":[{"id":1,"slug":"a","title":"b","published":true,"createdAt":"soon"}]}}',
  ),
  'a body above the limit': heavy(Buffer.from(`"${'a'.repeat(17 * MEGABYTE)}"`)),
  'a gzip bomb': heavy(encodings.gzip, [type, 'Content-Encoding: gzip']),
  'a deflate bomb': heavy(encodings.deflate, [type, 'Content-Encoding: deflate']),
  'a brotli bomb': heavy(encodings.br, [type, 'Content-Encoding: br']),
  'half a gzip': body(encodings.gzip.subarray(0, 200), [type, 'Content-Encoding: gzip']),
  'gzip that is not compressed': invalid((valid) => sized(valid, [type, 'Content-Encoding: gzip'])),
  'six layers of gzip': invalid((valid) => {
    let packed: Buffer = Buffer.from(valid)
    for (let layer = 0; layer < 6; layer++) packed = gzipSync(packed)
    return sized(packed, [type, `Content-Encoding: ${Array.from({ length: 6 }, () => 'gzip').join(', ')}`])
  }),
}

const redirects = Object.fromEntries(
  [300, 301, 302, 303, 305, 306, 307, 308].map((code) => [
    `a ${code} to a valid response`,
    invalid((valid) => sized(valid, [type, 'Location: /api/moved'], `${code} Moved`)),
  ]),
)

const statuses: Record<string, HostileResponse> = {
  'a 302 to another host': status('302 Found', [`Location: http://${mark}.example/`]),
  'a 302 to nowhere': status('302 Found'),
  'a 304': invalid(() => [head(['ETag: "x"'], '304 Not Modified')]),
  'a 204 with a body': {
    bytes: (valid) => sized(valid, [type], '204 No Content'),
    outcome: 'error-or-open',
  },
  'a 205': { bytes: () => [head(['Content-Length: 0'], '205 Reset Content')], outcome: 'error-or-open' },
  'a 206': accepted((valid) => sized(valid, [type, 'Content-Range: bytes 0-9/5000'], '206 Partial Content')),
  'a 299': accepted((valid) => sized(valid, [type], '299 Odd')),
  'a 400 in HTML': status('400 Bad Request', ['Content-Type: text/html'], '<script>alert(1)</script>'),
  'a 401 that wants a password': status('401 Unauthorized', [`WWW-Authenticate: Basic realm="${mark}"`]),
  'a 402': status('402 Payment Required'),
  'a 407': status('407 Proxy Authentication Required', [`Proxy-Authenticate: Basic realm="${mark}"`]),
  'a 408': status('408 Request Timeout'),
  'a 418': status("418 I'm a teapot"),
  'a 421': status('421 Misdirected Request'),
  'a 426': status('426 Upgrade Required', [`Upgrade: ${mark}`]),
  'a 429 with an invalid Retry-After': status('429 Too Many Requests', [`Retry-After: ${mark}`]),
  'a 451': status('451 Unavailable For Legal Reasons'),
  'a 499': status('499 Odd'),
  'a 500 with a stack': status('500 Failed', [], '{"error":"at Db.query (/srv/db.js:7) hostile-mark"}'),
  'a 501': status('501 Not Implemented'),
  'a 503 in HTML': status('503 Down', ['Content-Type: text/html'], '<h1>Down</h1>'),
  'a 511 with a page to sign in': status('511 Sign in', [`Location: http://${mark}.example/`]),
  'a 400 with a very long message': status(
    '400 Bad Request',
    [],
    JSON.stringify({ error: 'x'.repeat(100_000) }),
  ),
  'a 422 with invalid fields': status('422 Invalid', [], '{"error":"No","fields":{"title":{"__proto__":1}}}'),
}

const hostileHeaders = [
  'Set-Cookie: next-auth.session-token=' + mark,
  'Set-Cookie: second=' + mark,
  `Location: http://${mark}.example/`,
  `Content-Security-Policy: default-src * ; report-uri http://${mark}.example`,
  `Content-Disposition: attachment; filename="${mark}.exe"`,
  `Refresh: 0; url=http://${mark}.example/`,
  `Link: <http://${mark}.example/x.js>; rel=preload; as=script`,
  `Clear-Site-Data: "*", "${mark}"`,
  `Access-Control-Allow-Origin: http://${mark}.example`,
  `X-Accel-Redirect: /${mark}`,
  `X-Sendfile: /${mark}`,
  `X-Middleware-Rewrite: http://${mark}.example/`,
  `X-Nextjs-Redirect: http://${mark}.example/`,
  `Server: ${mark}`,
  `Via: 1.1 ${mark}`,
  `Alt-Svc: h2="${mark}.example:443"`,
  `NEL: {"report_to":"${mark}"}`,
  `Report-To: {"group":"${mark}"}`,
  `Strict-Transport-Security: max-age=0; ${mark}`,
  `Service-Worker-Allowed: /${mark}`,
  `Vary: ${mark}`,
  `Cache-Control: public, max-age=31536000, ${mark}`,
  `SourceMap: http://${mark}.example/`,
  `Trailer: ${mark}`,
  `X-Internal-Node: ${mark}`,
]

const leaks: Record<string, HostileResponse> = {
  'headers that must not be passed on': accepted((valid) => sized(valid, [type, ...hostileHeaders])),
  'an invalid ETag': accepted((valid) => sized(valid, [type, `ETag: ${mark}`])),
  'two ETags': accepted((valid) => sized(valid, [type, `ETag: "${mark}"`, 'ETag: "b"'])),
  'an invalid Retry-After': accepted((valid) => sized(valid, [type, `Retry-After: ${mark}`])),
  'another content type': accepted((valid) => sized(valid, [`Content-Type: text/html; ${mark}`])),
  'early hints before the response': accepted((valid) => [
    `HTTP/1.1 103 Early Hints\r\nLink: </${mark}.css>; rel=preload\r\n\r\n`,
    `HTTP/1.1 102 Processing\r\n\r\n`,
    ...sized(valid),
  ]),
  'an unexpected 100 Continue': invalid((valid) => ['HTTP/1.1 100 Continue\r\n\r\n', ...sized(valid)]),
  'a trailer': accepted((valid) => [
    head([type, 'Transfer-Encoding: chunked', 'Trailer: x']),
    `${Buffer.byteLength(valid).toString(16)}\r\n${valid}\r\n0\r\nSet-Cookie: ${mark}\r\n\r\n`,
  ]),
  'a second response after the first': accepted((valid) => [
    ...sized(valid),
    ...sized(`{"error":"${mark}"}`),
  ]),
  'keys for the prototype': accepted((valid) =>
    sized(valid.replace(/^\{/, `{"__proto__":{"${mark}":1},"constructor":{"${mark}":1},`)),
  ),
  'additional keys': accepted((valid) => sized(valid.replace(/^\{/, `{"${mark}":"secret",`))),
}

export const hostileResponses: Record<string, HostileResponse> = {
  ...broken,
  ...bodies,
  ...redirects,
  ...statuses,
  ...leaks,
}

export const stalls: Record<string, string[]> = {
  'before the headers': [],
  'in the status line': ['HTTP/1.1 20'],
  'in the headers': ['HTTP/1.1 200 OK\r\nContent-Type: appl'],
  'after the headers': [head([type, 'Content-Length: 5000'])],
  'in the body': [head([type, 'Content-Length: 5000']), '{"data":{"blogs":['],
  'between chunks': [head([type, 'Transfer-Encoding: chunked']), '5\r\n{"dat\r\n'],
  'after hints': ['HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'],
}
