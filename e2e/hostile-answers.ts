import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

/** How one connection is answered, byte for byte. `right` is the answer that the call hopes for. */
export interface HostileAnswer {
  /** Pieces to send; the connection ends after the last one. */
  bytes: (right: string) => (string | Buffer)[]
  /** The connection is reset instead of ended. */
  reset?: boolean
  /** What comes of it: a fault of every call, an answer where the call asks for no shape, or a right answer. */
  outcome: 'fault' | 'fault-or-open' | 'right'
  /** So much to send that a few of the calls have to do. */
  heavy?: boolean
}

/** Said in every header that must stay inside. */
export const mark = 'hostile-mark'

const head = (headers: string[], status = '200 OK') =>
  ['HTTP/1.1 ' + status, 'Connection: close', ...headers, '', ''].join('\r\n')
const type = 'Content-Type: application/json'
const sized = (body: string | Buffer, headers: string[] = [type], status?: string) => [
  head([...headers, `Content-Length: ${Buffer.byteLength(body)}`], status),
  body,
]

const fault = (bytes: HostileAnswer['bytes']): HostileAnswer => ({ bytes, outcome: 'fault' })
const reset = (bytes: HostileAnswer['bytes']): HostileAnswer => ({ bytes, outcome: 'fault', reset: true })
const right = (bytes: HostileAnswer['bytes']): HostileAnswer => ({ bytes, outcome: 'right' })
const body = (text: string | Buffer, headers?: string[]) => fault(() => sized(text, headers))
const heavy = (text: string | Buffer, headers?: string[]) => ({ ...body(text, headers), heavy: true })
const open = (text: string): HostileAnswer => ({ bytes: () => sized(text), outcome: 'fault-or-open' })
const status = (line: string, more: string[] = [], text = '{"error":{"no":"text"}}') =>
  fault(() => sized(text, [type, ...more], line))

const MEGABYTE = 1024 * 1024
const bomb = Buffer.alloc(20 * MEGABYTE, '[')
const encodings = {
  gzip: gzipSync(bomb),
  deflate: deflateSync(bomb),
  br: brotliCompressSync(bomb, { params: { 1: 1 } }),
}

const broken: Record<string, HostileAnswer> = {
  'a reset at once': reset(() => []),
  'an end at once': fault(() => []),
  'a greeting of another protocol': fault(() => ['220 mail.example ESMTP\r\n']),
  'bytes of TLS': fault(() => [Buffer.from('15030100020228', 'hex')]),
  'a status line and no more': fault(() => ['HTTP/1.1 200 OK\r\n']),
  'half a header': fault(() => ['HTTP/1.1 200 OK\r\nContent-Ty']),
  'a reset in the headers': reset(() => ['HTTP/1.1 200 OK\r\nContent-Type: appl']),
  'a reset in the body': reset(() => [head([type, 'Content-Length: 5000']), '{"data":{"blogs":[']),
  'an end in the body': fault(() => [head([type, 'Content-Length: 5000']), '{"data":{"blogs":[']),
  'a status that is no number': fault(() => ['HTTP/1.1 abc OK\r\n\r\n']),
  'a status of two digits': fault(() => ['HTTP/1.1 99 Low\r\n\r\n']),
  'a status above all': status('999 Above'),
  'a protocol without headers': fault(() => ['{"data":{}}']),
  'a header without a colon': fault(() => [head([type, 'no colon here', 'Content-Length: 2']), '{}']),
  'NUL in a header': fault(() => [head([type, 'X: a\0b', 'Content-Length: 2']), '{}']),
  'two lengths': fault(() => [head([type, 'Content-Length: 2', 'Content-Length: 3']), '{}x']),
  'a length and chunks': fault(() => [
    head([type, 'Content-Length: 2', 'Transfer-Encoding: chunked']),
    '2\r\n{}\r\n0\r\n\r\n',
  ]),
  'a length below zero': fault(() => [head([type, 'Content-Length: -5']), '{}']),
  'a length that is no number': fault(() => [head([type, 'Content-Length: many']), '{}']),
  'a chunk without a size': fault(() => [
    head([type, 'Transfer-Encoding: chunked']),
    'zz\r\n{}\r\n0\r\n\r\n',
  ]),
  'chunks that end early': fault((answer) => [
    head([type, 'Transfer-Encoding: chunked']),
    `${(answer.length + 10).toString(16)}\r\n${answer}`,
  ]),
  'a reset between chunks': reset((answer) => [
    head([type, 'Transfer-Encoding: chunked']),
    `${answer.length.toString(16)}\r\n${answer}\r\n`,
  ]),
  '64 kB of headers': fault((answer) => [head([type, `X-Long: ${'a'.repeat(65_536)}`]), answer]),
  '5000 headers': fault((answer) => [
    head([type, ...Array.from({ length: 5000 }, (_, n) => `x-${n}: ${n}`)]),
    answer,
  ]),
  'a change of protocol': fault(() => [head(['Upgrade: websocket'], '101 Switching Protocols'), 'frames']),
}

const bodies: Record<string, HostileAnswer> = {
  HTML: body('<!doctype html><h1>It works!</h1>', ['Content-Type: text/html']),
  'HTML that says it is JSON': body('<!doctype html><h1>It works!</h1>'),
  XML: body('<?xml version="1.0"?><data/>', ['Content-Type: application/xml']),
  'a script': body('callback({"data":{}})', ['Content-Type: text/javascript']),
  'half a JSON': body('{"data": {"blogs": ['),
  'two JSONs': body('{"data":{}}{"data":{}}'),
  'JSON with a tail': fault((answer) => sized(`${answer};alert(1)`)),
  'JSON with a comment': fault((answer) => sized(`/**/${answer}`)),
  'an anti-hijacking prefix': fault((answer) => sized(`)]}',\n${answer}`)),
  'bytes that are no UTF-8': body(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  'UTF-16': fault((answer) => sized(Buffer.from(answer, 'utf16le'))),
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
  'numbers beyond all': open('{"data":{"blogs":[],"views":1e999},"total":-1,"totalPages":0.5}'),
  'dates that are none': open(
    '{"data":{"blogs":[{"id":1,"slug":"a","title":"b","published":true,"createdAt":"soon"}]}}',
  ),
  'more than it may be': heavy(`"${'a'.repeat(17 * MEGABYTE)}"`),
  'a gzip bomb': heavy(encodings.gzip, [type, 'Content-Encoding: gzip']),
  'a deflate bomb': heavy(encodings.deflate, [type, 'Content-Encoding: deflate']),
  'a brotli bomb': heavy(encodings.br, [type, 'Content-Encoding: br']),
  'half a gzip': body(encodings.gzip.subarray(0, 200), [type, 'Content-Encoding: gzip']),
  'a gzip that is none': fault((answer) => sized(answer, [type, 'Content-Encoding: gzip'])),
  'six layers of gzip': fault((answer) => {
    let packed: Buffer = Buffer.from(answer)
    for (let layer = 0; layer < 6; layer++) packed = gzipSync(packed)
    return sized(packed, [type, `Content-Encoding: ${Array.from({ length: 6 }, () => 'gzip').join(', ')}`])
  }),
}

const redirects = Object.fromEntries(
  [300, 301, 302, 303, 305, 306, 307, 308].map((code) => [
    `a ${code} to where the answer is`,
    fault((answer) => sized(answer, [type, 'Location: /api/moved'], `${code} Moved`)),
  ]),
)

const statuses: Record<string, HostileAnswer> = {
  'a 302 to another host': status('302 Found', [`Location: http://${mark}.example/`]),
  'a 302 to nowhere': status('302 Found'),
  'a 304': fault(() => [head(['ETag: "x"'], '304 Not Modified')]),
  'a 204 with a body': {
    bytes: (answer) => sized(answer, [type], '204 No Content'),
    outcome: 'fault-or-open',
  },
  'a 205': { bytes: () => [head(['Content-Length: 0'], '205 Reset Content')], outcome: 'fault-or-open' },
  'a 206': right((answer) => sized(answer, [type, 'Content-Range: bytes 0-9/5000'], '206 Partial Content')),
  'a 299': right((answer) => sized(answer, [type], '299 Odd')),
  'a 400 in HTML': status('400 Bad Request', ['Content-Type: text/html'], '<script>alert(1)</script>'),
  'a 401 that wants a password': status('401 Unauthorized', [`WWW-Authenticate: Basic realm="${mark}"`]),
  'a 402': status('402 Payment Required'),
  'a 407': status('407 Proxy Authentication Required', [`Proxy-Authenticate: Basic realm="${mark}"`]),
  'a 408': status('408 Request Timeout'),
  'a 418': status("418 I'm a teapot"),
  'a 421': status('421 Misdirected Request'),
  'a 426': status('426 Upgrade Required', [`Upgrade: ${mark}`]),
  'a 429 with a text for a time': status('429 Too Many Requests', [`Retry-After: ${mark}`]),
  'a 451': status('451 Unavailable For Legal Reasons'),
  'a 499': status('499 Odd'),
  'a 500 with a stack': status('500 Failed', [], '{"error":"at Db.query (/srv/db.js:7) hostile-mark"}'),
  'a 501': status('501 Not Implemented'),
  'a 503 in HTML': status('503 Down', ['Content-Type: text/html'], '<h1>Down</h1>'),
  'a 511 with a page to sign in': status('511 Sign in', [`Location: http://${mark}.example/`]),
  'a no with a text beyond measure': status(
    '400 Bad Request',
    [],
    JSON.stringify({ error: 'x'.repeat(100_000) }),
  ),
  'a no with fields that are none': status(
    '422 Invalid',
    [],
    '{"error":"No","fields":{"title":{"__proto__":1}}}',
  ),
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

const leaks: Record<string, HostileAnswer> = {
  ...Object.fromEntries(
    hostileHeaders.map((header) => [
      `the header ${header.split(':')[0]}${header.includes('second') ? ' again' : ''}`,
      right((answer) => sized(answer, [type, header])),
    ]),
  ),
  'a validator that is none': right((answer) => sized(answer, [type, `ETag: ${mark}`])),
  'two validators': right((answer) => sized(answer, [type, `ETag: "${mark}"`, 'ETag: "b"'])),
  'a waiting time of words': right((answer) => sized(answer, [type, `Retry-After: ${mark}`])),
  'a type of its own': right((answer) => sized(answer, [`Content-Type: text/html; ${mark}`])),
  'hints before the answer': right((answer) => [
    `HTTP/1.1 103 Early Hints\r\nLink: </${mark}.css>; rel=preload\r\n\r\n`,
    `HTTP/1.1 102 Processing\r\n\r\n`,
    ...sized(answer),
  ]),
  'leave to go on that nobody asked for': fault((answer) => [
    'HTTP/1.1 100 Continue\r\n\r\n',
    ...sized(answer),
  ]),
  'a trailer': right((answer) => [
    head([type, 'Transfer-Encoding: chunked', 'Trailer: x']),
    `${Buffer.byteLength(answer).toString(16)}\r\n${answer}\r\n0\r\nSet-Cookie: ${mark}\r\n\r\n`,
  ]),
  'an answer behind the answer': right((answer) => [...sized(answer), ...sized(`{"error":"${mark}"}`)]),
  'keys for the prototype': right((answer) =>
    sized(answer.replace(/^\{/, `{"__proto__":{"${mark}":1},"constructor":{"${mark}":1},`)),
  ),
  'more than was asked for': right((answer) => sized(answer.replace(/^\{/, `{"${mark}":"secret",`))),
}

export const hostileAnswers: Record<string, HostileAnswer> = {
  ...broken,
  ...bodies,
  ...redirects,
  ...statuses,
  ...leaks,
}

/** Where an answer can stop for good; what has been sent by then. */
export const stalls: Record<string, string[]> = {
  'before the headers': [],
  'in the status line': ['HTTP/1.1 20'],
  'in the headers': ['HTTP/1.1 200 OK\r\nContent-Type: appl'],
  'after the headers': [head([type, 'Content-Length: 5000'])],
  'in the body': [head([type, 'Content-Length: 5000']), '{"data":{"blogs":['],
  'between chunks': [head([type, 'Transfer-Encoding: chunked']), '5\r\n{"dat\r\n'],
  'after hints': ['HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'],
}
