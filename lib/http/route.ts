import { ApiError, parseInput } from '#contract/errors.ts'
import type * as z from 'zod'
import type { Ability } from '#contract/roles.ts'
import { getToken, requireAccount, requireToken } from '../auth/caller.ts'
import { clientAddressOf, headersFor } from '../upstream/forward.ts'
import { errorResponse } from './response.ts'

type Params = Record<string, string | string[]>
type RouteHandler<P extends Params> = (request: Request, params: P) => Promise<Response>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

export function route<P extends Params = Params>(handlers: Partial<Record<Method, RouteHandler<P>>>) {
  const supported = methods.filter((method) => handlers[method])
  const allow = [...supported, ...(handlers.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const handlerFor = (method: Method) => async (request: Request, context: { params: Promise<P> }) => {
    try {
      const handler = handlers[method]
      if (handler) return await handler(request, await context.params)
      throw new ApiError('method_not_allowed', `${method} is not allowed here.`, { headers: { allow } })
    } catch (error) {
      return errorResponse(error, request)
    }
  }
  return {
    GET: handlerFor('GET'),
    POST: handlerFor('POST'),
    PUT: handlerFor('PUT'),
    PATCH: handlerFor('PATCH'),
    DELETE: handlerFor('DELETE'),
    OPTIONS: () => new Response(null, { status: 204, headers: { allow } }),
  }
}

/** `token` leaves the check to the upstream; `account` and abilities are checked before the body is read. */
interface Tokens extends Record<Ability, string> {
  none: undefined
  optional: string | undefined
  token: string
  account: string
}

const check = (ability: Ability) => (request: Request) => requireAccount(request, ability)

const abilityChecks: Record<Ability, (request: Request) => Promise<string>> = {
  writePosts: check('writePosts'),
  editContent: check('editContent'),
  readMessages: check('readMessages'),
  readFigures: check('readFigures'),
  readActivity: check('readActivity'),
  manageUsers: check('manageUsers'),
  manageSettings: check('manageSettings'),
}

const tokenFor: { [Auth in keyof Tokens]: (request: Request) => Promise<Tokens[Auth]> } = {
  none: async () => undefined,
  optional: getToken,
  token: requireToken,
  account: (request) => requireAccount(request),
  ...abilityChecks,
}

interface Context<P, Token> {
  request: Request
  params: P
  token: Token
  headers: Record<string, string | undefined>
  clientAddress: string | undefined
}

export const handle =
  <Auth extends keyof Tokens, P extends Params>(
    auth: Auth,
    handler: (context: Context<P, Tokens[Auth]>) => Promise<Response>,
  ): RouteHandler<P> =>
  async (request, params) => {
    const token = await tokenFor[auth](request)
    const headers = headersFor(request, token)
    return handler({ request, params, token, headers, clientAddress: clientAddressOf(request) })
  }

export const queryOf = <Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> =>
  parseInput(schema, Object.fromEntries(new URL(request.url).searchParams))
