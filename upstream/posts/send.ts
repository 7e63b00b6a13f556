import type { Context } from 'hono'
import type { WithAccount } from '../accounts/authenticate.ts'
import type { Account } from '../accounts/tokens.ts'
import { etagOf } from '../http/version.ts'
import { loadForStaff } from '../working-copies/load.ts'
import { loadFullPost } from './load.ts'

export async function sendPost<Env extends WithAccount<Account | null>>(
  c: Context<Env>,
  id: number,
  status: 200 | 201 = 200,
) {
  const { account, db } = c.var
  const post = await (account ? loadForStaff : loadFullPost)(db, id)
  return c.json({ data: post }, status, { etag: etagOf(post.version) })
}
