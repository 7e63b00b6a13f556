import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import {
  bulletListSchema,
  emphasisSchema,
  hrSchema,
  inlineCodeInputRule,
  inlineCodeSchema,
  inputRules as blockRules,
  insertHrInputRule,
  linkSchema,
  listItemSchema,
  orderedListSchema,
  paragraphSchema,
  strongSchema,
} from '@milkdown/kit/preset/commonmark'
import { inputRules as gfmBlockRules, strikethroughSchema } from '@milkdown/kit/preset/gfm'
import { markRule } from '@milkdown/kit/prose'
import { InputRule, wrappingInputRule } from '@milkdown/kit/prose/inputrules'
import { canJoin, findWrapping } from '@milkdown/kit/prose/transform'
import { Selection } from '@milkdown/kit/prose/state'
import { $inputRule } from '@milkdown/kit/utils'
import { toTarget } from './link-address.ts'

/** The presets split a table for a divider, and select the divider, so that the next letter replaces it. */
const dividerRule = $inputRule(
  (ctx) =>
    new InputRule(/^(?:---|___\s|\*\*\*\s)$/, (state, _match, start, end) => {
      const $end = state.doc.resolve(end)
      const hr = hrSchema.type(ctx)
      if (!$end.node(-1).canReplaceWith($end.index(-1), $end.index(-1), hr)) return null
      const isAtEnd = $end.parentOffset === $end.parent.content.size
      const transaction = state.tr.replaceWith(start - 1, end, hr.create())
      const next = transaction.doc.resolve(start).nodeAfter
      if (!next?.isTextblock || (isAtEnd && next.content.size > 0))
        transaction.insert(start, paragraphSchema.type(ctx).create())
      return transaction.setSelection(Selection.near(transaction.doc.resolve(start)))
    }),
)

/** The preset knows lists that are typed as `1. `. */
const parenthesisListRule = $inputRule((ctx) =>
  wrappingInputRule(
    /^\s*(\d{1,9})\)\s$/,
    orderedListSchema.type(ctx),
    ([, first]) => ({ order: Number(first) }),
    ([, next], list) => list.childCount + Number(list.attrs['order']) === Number(next),
  ),
)

const taskListRule = $inputRule(
  (ctx) =>
    new InputRule(/^\[([ x])\]\s$/, (state, [, mark], start, end) => {
      const transaction = state.tr.delete(start, end)
      const range = transaction.doc.resolve(start).blockRange()
      const wrapping = range && findWrapping(range, bulletListSchema.type(ctx))
      if (!wrapping || range.parent.type === listItemSchema.type(ctx)) return null
      const task = { type: listItemSchema.type(ctx), attrs: { checked: mark === 'x' } }
      transaction.wrap(range, [...wrapping.slice(0, -1), task])
      const isAfterList = transaction.doc.resolve(range.start).nodeBefore?.type === bulletListSchema.type(ctx)
      return isAfterList && canJoin(transaction.doc, range.start)
        ? transaction.join(range.start)
        : transaction
    }),
)

const linkRule = $inputRule(
  (ctx) =>
    new InputRule(
      /(?<![!\\])\[([^[\]]+)\]\(([^\s()]+)\)$/,
      (state, [, text = '', address = ''], start, end) => {
        const href = toTarget(address)
        if (href === null || text.trim() === '') return null
        const code = inlineCodeSchema.type(ctx)
        const textEnd = start + 1 + text.length
        const marks = state.storedMarks ?? state.selection.$from.marks()
        const isCode =
          code.isInSet(marks) ||
          state.doc.rangeHasMark(start, start + 1, code) ||
          state.doc.rangeHasMark(textEnd, end, code)
        if (isCode) return null
        const mark = linkSchema.type(ctx).create({ href })
        return state.tr
          .delete(textEnd, end)
          .delete(start, start + 1)
          .addMark(start, textEnd - 1, mark)
          .setStoredMarks(marks)
      },
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
  parenthesisListRule,
  taskListRule,
  linkRule,
  ...markRules,
  inlineCodeInputRule,
]
