import * as z from 'zod'
import { MIN_NEW_PASSWORD } from '#contract/accounts.ts'
import { isDecodable } from '#contract/http.ts'
import { defaultSettings } from './site.ts'

function integer(what: string, min: number, max: number) {
  const message = `must be ${what} from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}

const port = integer('a port number', 1, 65535)
const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((value) => value.replace(/\/+$/, ''))
/** As browsers write it: host in lower case, and without the usual port. */
const siteUrl = httpUrl
  .refine(
    (value) => new URL(value).href === `${new URL(value).origin}/`,
    'must be an http(s) address without a path',
  )
  .transform((value) => new URL(value).origin)
const upstreamUrl = httpUrl
  .refine((value) => !value.endsWith('/api'), 'must be an http(s) address without /api at its end')
  .refine((value) => !/[@?#]/.test(value), 'must be an http(s) address without a password, query or fragment')

const encodeHint = 'encode special characters of the password, such as %23 for #'

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
  // The host may be a folder in the query, which pg accepts after a user, too.
  .refine(
    (value) => URL.canParse(value.replace('@/', '@localhost/')),
    `must be an address like postgres://user:password@host/name: ${encodeHint}`,
  )
  // pg verifies the certificate in all of these modes, but warns at each start that a later version will not.
  .transform((value) =>
    value.includes('uselibpqcompat=true')
      ? value
      : value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full'),
  )

const smtpHint = `must be an address like smtp://user:password@host:587: ${encodeHint}`
const smtpUrl = z.url({ protocol: /^smtps?$/, hostname: /./, error: smtpHint }).refine(isDecodable, smtpHint)
const addresses = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .pipe(z.array(z.email('must be e-mail addresses, separated by commas')))

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

// An empty variable counts as unset: `PORT= npm start` uses the default. Editors on Windows begin `.env` with a byte order
// mark, which Node takes for a part of the first name. Secrets of Kubernetes often end with a line end, which nobody can enter.
function normalize(source: Record<string, string | undefined>) {
  const given = Object.entries(source)
    .map(([name, value]) => [name, value?.replace(/[\r\n]+$/, '')] as const)
    .filter(([, value]) => value !== undefined && value !== '')
  const unmarked = given.map(([name, value]) => [name.replace(/^\uFEFF/, ''), value])
  return Object.fromEntries([...unmarked, ...given])
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Each call would lead to another call of the same site, without end. */
function isOwnAddress(address: string, { PORT, SITE_URL }: { PORT: number; SITE_URL: string }): boolean {
  const { protocol, hostname, port } = new URL(address)
  const isOwnPort = Number(port || (protocol === 'https:' ? 443 : 80)) === PORT
  return new URL(address).href === new URL(SITE_URL).href || (isLoopback(hostname) && isOwnPort)
}

export const MIN_SECRET = 32

const envSchema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    NODE_COMPILE_CACHE: z.string().optional(),
    PORT: port.default(3000),
    LISTEN_HOST: z.string().optional(),
    SITE_URL: siteUrl.optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: postgresUrl.optional(),
    DATABASE_DIRECT_URL: postgresUrl.optional(),
    DATABASE_POOL_MAX: integer('a number of connections', 1, 1000).default(10),
    UPSTREAM_URL: upstreamUrl.optional(),
    UPSTREAM_PORT: port.default(4000),
    PAGE_CACHE_MB: integer('a number of megabytes', 1, 100_000).default(64),
    WARM_UP: flag.default(true),
    NEXTAUTH_SECRET: z.string().min(MIN_SECRET, `must have at least ${MIN_SECRET} characters`).optional(),
    ADMIN_EMAIL: z.email('must be an e-mail address').default('admin@example.com'),
    ADMIN_PASSWORD: z
      .string()
      .min(MIN_NEW_PASSWORD, `must have at least ${MIN_NEW_PASSWORD} characters`)
      .optional(),
    DEMO_CONTENT: flag.default(true),
    UPGRADE_BACKUP: flag.default(true),
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: z.email('must be an e-mail address').default(defaultSettings.email),
    MAIL_TO: addresses.default([]),
    TRUST_PROXY: integer('a number of proxies', 0, 10).default(0),
    METRICS_TOKEN: z.string().trim().min(16, 'must have at least 16 characters').optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  })
  .transform((values) => ({ ...values, SITE_URL: values.SITE_URL ?? `http://localhost:${values.PORT}` }))
  .refine(
    (values) => values.DATABASE_DIRECT_URL === undefined || values.DATABASE_URL || values.UPSTREAM_URL,
    {
      path: ['DATABASE_DIRECT_URL'],
      error: 'needs DATABASE_URL',
    },
  )
  .refine((values) => values.UPSTREAM_URL === undefined || !isOwnAddress(values.UPSTREAM_URL, values), {
    path: ['UPSTREAM_URL'],
    error: 'must be the address of an upstream, not of the site itself',
  })

type Env = z.infer<typeof envSchema>

declare global {
  var halyardEnv: Env | undefined
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = envSchema.safeParse(normalize(source))
  if (result.success) return result.data
  // Each entry of a list has an issue of its own.
  const problems = new Set(result.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`))
  throw new Error(`Invalid environment: ${[...problems].join('; ')}`)
}

function environment(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

/** On `globalThis`, because Next adds the variables of files like `.env.local` before its bundles parse them. */
export const env = (globalThis.halyardEnv ??= environment())

export const isSecureSite = env.SITE_URL.startsWith('https://')

export const mail = env.SMTP_URL
  ? {
      url: env.SMTP_URL,
      from: { name: defaultSettings.name, address: env.MAIL_FROM },
      staff: env.MAIL_TO,
      siteUrl: env.SITE_URL,
    }
  : undefined

/** next-auth reads these two from the environment itself. */
export function configureNextAuth(siteUrl: string, secret: string) {
  process.env['NEXTAUTH_URL'] = siteUrl
  process.env['NEXTAUTH_SECRET'] = secret
}
