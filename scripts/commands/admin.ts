import { text } from 'node:stream/consumers'
import { MIN_NEW_PASSWORD } from '../../contract/accounts.ts'
import { toDay } from '../../contract/calendar.ts'
import { config, readArgs, requireDatabase, runCommand, say, UsageError } from './command.ts'
import { openDatabase, type Db } from '../../upstream/db/open.ts'
import { prepareDatabase } from '../../upstream/db/prepare.ts'
import { changeAccount, createAccount, listAccounts, resetPassword } from '../../upstream/accounts/manage.ts'
import { generatePassword } from '../../upstream/accounts/passwords.ts'

const usage = `Usage: npm run admin -- COMMAND
   or: halyard admin COMMAND    (in a release)

  list                          lists all accounts
  create EMAIL [--name NAME] [--role ROLE]
                                creates an account; NAME is shown as the author of its articles
  role EMAIL ROLE               changes the role of an account
  reset EMAIL                   sets a new password and signs the account out everywhere
  disable EMAIL                 signs the account out everywhere and prevents new sign-ins
  enable EMAIL                  allows sign-ins again

ROLE is owner (the default), editor or author. The last owner who can sign in keeps the role and access.

create and reset print a generated password, once. With --password-stdin they read it from the first line of standard input;
it must have at least ${MIN_NEW_PASSWORD} characters and be hard to guess.`

const passwordOption = { 'password-stdin': { type: 'boolean', default: false } } as const

async function withPassword(fromInput: boolean, work: (password: string) => Promise<void>) {
  const password = fromInput ? ((await text(process.stdin)).split(/\r?\n/)[0] ?? '') : generatePassword()
  await work(password)
  if (!fromInput) say(`Password, shown only this once: ${password}`)
}

/** Each command checks its arguments before the database is opened. */
const commands = new Map<string | undefined, (args: string[]) => (db: Db) => Promise<void>>([
  [
    'list',
    (args) => {
      readArgs(args, 0, {})
      return async (db) => {
        for (const { email, name, role, created_at, disabled_at } of await listAccounts(db))
          say(
            `${email}  ${name}  ${role}  since ${toDay(created_at)}${disabled_at === null ? '' : `  disabled ${toDay(disabled_at)}`}`,
          )
      }
    },
  ],
  [
    'create',
    (args) => {
      const { positionals, values } = readArgs(args, 1, {
        ...passwordOption,
        name: { type: 'string' },
        role: { type: 'string' },
      })
      const [email = ''] = positionals
      return (db) =>
        withPassword(values['password-stdin'], async (password) => {
          await createAccount(db, { email, name: values.name, role: values.role, password })
          say(`${email} can sign in.`)
        })
    },
  ],
  [
    'role',
    (args) => {
      const [email = '', role = ''] = readArgs(args, 2, {}).positionals
      return async (db) => {
        await changeAccount(db, email, { role })
        say(`${email} is now ${role}.`)
      }
    },
  ],
  [
    'reset',
    (args) => {
      const { positionals, values } = readArgs(args, 1, passwordOption)
      const [email = ''] = positionals
      return (db) =>
        withPassword(values['password-stdin'], async (password) => {
          const { disabled_at } = await resetPassword(db, email, password)
          say(`${email} has a new password and is signed out everywhere.`)
          if (disabled_at !== null) say('The account is disabled: `enable` allows sign-ins.')
        })
    },
  ],
  [
    'disable',
    (args) => {
      const [email = ''] = readArgs(args, 1, {}).positionals
      return async (db) => {
        await changeAccount(db, email, { disabled: true })
        say(`${email} is signed out and cannot sign in.`)
      }
    },
  ],
  [
    'enable',
    (args) => {
      const [email = ''] = readArgs(args, 1, {}).positionals
      return async (db) => {
        await changeAccount(db, email, { disabled: false })
        say(`${email} can sign in again.`)
      }
    },
  ],
])

await runCommand(usage, async ([name, ...args]) => {
  const command = commands.get(name)
  if (!command)
    throw new UsageError(name === undefined ? 'A command is missing.' : `Unknown command: ${name}`)
  const work = command(args)
  requireDatabase()
  await prepareDatabase(config, { demoContent: false, mayUpgrade: false })
  const { db } = openDatabase(config)
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
})
