import { text } from 'node:stream/consumers'
import { place, readArgs, runCommand, say, UsageFault } from '../command.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type Db } from '../db/open.ts'
import { createAccount, listAccounts, resetPassword, setDisabled } from './manage.ts'
import { newPassword } from './passwords.ts'

const usage = `Usage: npm run admin -- COMMAND

  list                          every account
  create EMAIL [--name NAME]    makes one; NAME is shown as the author of its articles
  reset EMAIL                   gives it a new password and signs it out everywhere
  disable EMAIL                 signs it out everywhere and lets it in no more
  enable EMAIL                  lets it in again

create and reset print a generated password, once. With --password-stdin they take the first line of standard input,
which must have at least 12 characters.`

const passwordOption = { 'password-stdin': { type: 'boolean', default: false } } as const

async function withPassword(fromInput: boolean, work: (password: string) => Promise<void>) {
  const password = fromInput ? ((await text(process.stdin)).split(/\r?\n/)[0] ?? '') : newPassword()
  await work(password)
  if (!fromInput) say(`Password, shown only this once: ${password}`)
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Each reads its arguments, and then says what it does with the database. */
const commands = new Map<string | undefined, (args: string[]) => (db: Db) => Promise<void>>([
  [
    'list',
    (args) => {
      readArgs(args, 0, {})
      return async (db) => {
        for (const { email, name, created_at, disabled_at } of await listAccounts(db))
          say(
            `${email}  ${name}  since ${day(created_at)}${disabled_at === null ? '' : `  disabled ${day(disabled_at)}`}`,
          )
      }
    },
  ],
  [
    'create',
    (args) => {
      const { positionals, values } = readArgs(args, 1, { ...passwordOption, name: { type: 'string' } })
      const [email = ''] = positionals
      return (db) =>
        withPassword(values['password-stdin'], async (password) => {
          await createAccount(db, { email, name: values.name, password })
          say(`${email} can sign in.`)
        })
    },
  ],
  [
    'reset',
    (args) => {
      const { positionals, values } = readArgs(args, 1, passwordOption)
      const [email = ''] = positionals
      return (db) =>
        withPassword(values['password-stdin'], async (password) => {
          await resetPassword(db, email, password)
          say(`${email} has a new password and is signed out everywhere.`)
        })
    },
  ],
  [
    'disable',
    (args) => {
      const [email = ''] = readArgs(args, 1, {}).positionals
      return async (db) => {
        await setDisabled(db, email, true)
        say(`${email} is signed out and cannot sign in.`)
      }
    },
  ],
  [
    'enable',
    (args) => {
      const [email = ''] = readArgs(args, 1, {}).positionals
      return async (db) => {
        await setDisabled(db, email, false)
        say(`${email} can sign in again.`)
      }
    },
  ],
])

await runCommand(usage, async ([name, ...args]) => {
  const command = commands.get(name)
  if (!command)
    throw new UsageFault(name === undefined ? 'A command is missing.' : `Unknown command: ${name}`)
  const work = command(args)
  const database = await openDatabase(place)
  try {
    await migrate(database)
    await work(database.db)
  } finally {
    await database.db.destroy()
  }
})
