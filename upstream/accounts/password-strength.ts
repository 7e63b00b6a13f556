import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { newPasswordSchema } from '#contract/accounts.ts'
import { ApiError, parseInput } from '#contract/errors.ts'
import * as z from 'zod'

/** The level that zxcvbn calls "safely unguessable", of 0 to 4. */
const MIN_SCORE = 3
/** The time to rate a password grows with its length, so only its beginning is rated. */
const MAX_JUDGED = 48
/** Fewer characters beside a name or an address protect nothing. */
const MIN_OTHER = 4

const personalText = 'Do not use your name or your email address.'

let loading: Promise<ZxcvbnFactory> | undefined

/** The dictionaries take 60 MB, so they are loaded on first use. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const { translations } = english
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: {
      ...translations,
      warnings: {
        ...translations.warnings,
        userInputs: personalText,
      },
    },
  })
}

const joinWords = (text: string) => text.toLowerCase().replace(/[\s@._-]+/g, '')

/** Also finds a name that is repeated or turned around, which zxcvbn rates as several good words. */
function isPersonal(password: string, words: string[]): boolean {
  const joined = joinWords(password)
  const longestFirst = words.map(joinWords).toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), joined)
  return rest !== joined && rest.length < MIN_OTHER
}

/** `personal` contains names and addresses that make a password weak. */
export async function parseNewPassword(input: string, personal: string[]): Promise<string> {
  const { password } = parseInput(z.object({ password: newPasswordSchema }), { password: input })
  loading ??= load()
  const words = personal
    .flatMap((text) => [text, ...text.split(/[\s@._-]+/)])
    .filter((word) => word.length > 2)
  const { score, feedback } = (await loading).check(password.slice(0, MAX_JUDGED), words)
  const namesPerson = isPersonal(password, words)
  if (score >= MIN_SCORE && !namesPerson) return password
  const [advice = 'Add more words that are less common.'] = feedback.suggestions
  throw ApiError.forField(
    'invalid',
    'password',
    `${namesPerson ? personalText : (feedback.warning ?? 'This password is easy to guess.')} ${advice}`,
  )
}
