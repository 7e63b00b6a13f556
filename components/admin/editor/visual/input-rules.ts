import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import {
  emphasisSchema,
  hrSchema,
  inlineCodeInputRule,
  inputRules as blockRules,
  insertHrInputRule,
  strongSchema,
} from '@milkdown/kit/preset/commonmark'
import { inputRules as gfmBlockRules, strikethroughSchema } from '@milkdown/kit/preset/gfm'
import { markRule } from '@milkdown/kit/prose'
import { InputRule } from '@milkdown/kit/prose/inputrules'
import { isInTable } from '@milkdown/kit/prose/tables'
import { $inputRule } from '@milkdown/kit/utils'

/** The presets split a table for a divider. */
const dividerRule = $inputRule(
  (ctx) =>
    new InputRule(/^(?:---|___\s|\*\*\*\s)$/, (state, _match, start, end) =>
      isInTable(state) ? null : state.tr.replaceWith(start - 1, end, hrSchema.type(ctx).create()),
    ),
)

/** The presets also match within words and beside spaces, as in `2 * 3 * 4` or `~5 and ~6`. */
const markRules = [
  $inputRule((ctx) =>
    markRule(/(?<![\p{L}\p{N}:/\\*])\*([^*\s](?:[^*]*[^*\s])?)\*$/u, emphasisSchema.type(ctx), {
      getAttr: () => ({ marker: '*' }),
    }),
  ),
  $inputRule((ctx) =>
    markRule(/(?<![\p{L}\p{N}:/\\_])_([^_\s](?:[^_]*[^_\s])?)_$/u, emphasisSchema.type(ctx), {
      getAttr: () => ({ marker: '_' }),
    }),
  ),
  $inputRule((ctx) =>
    markRule(/(?<![\p{L}\p{N}:/\\])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/u, strongSchema.type(ctx), {
      getAttr: () => ({ marker: '*' }),
    }),
  ),
  $inputRule((ctx) =>
    markRule(/(?<![\p{L}\p{N}:/\\])__([^_\s](?:[^_]*[^_\s])?)__$/u, strongSchema.type(ctx), {
      getAttr: () => ({ marker: '_' }),
    }),
  ),
  $inputRule((ctx) =>
    markRule(/(?<![\p{L}\p{N}:/\\])~~([^~\s](?:[^~]*[^~\s])?)~~$/u, strikethroughSchema.type(ctx)),
  ),
]

export const inputRules: MilkdownPlugin[] = [
  ...blockRules.filter((rule) => rule !== insertHrInputRule),
  ...gfmBlockRules,
  dividerRule,
  ...markRules,
  inlineCodeInputRule,
]
