import { remarkStringifyOptionsCtx } from '@milkdown/kit/core'
import type { Ctx, MilkdownPlugin } from '@milkdown/kit/ctx'
import {
  commands,
  hardbreakClearMarkPlugin,
  hardbreakFilterNodes,
  hardbreakFilterPlugin,
  imageSchema,
  keymap,
  paragraphSchema,
  remarkAddOrderInListPlugin,
  remarkLineBreak,
  remarkMarker,
  schema,
} from '@milkdown/kit/preset/commonmark'
import {
  commands as gfmCommands,
  extendListItemSchemaForTask,
  keepTableAlignPlugin,
  keymap as gfmKeymap,
  remarkGFMPlugin,
  schema as gfmSchema,
  tableEditingPlugin,
} from '@milkdown/kit/preset/gfm'
import { figures } from './figure.ts'
import { inputRules } from './input-rules.ts'
import { islands } from './islands.ts'

/** The preset rejects images without a title, and copies the alternative text into it. */
const untitledImages = imageSchema.extendSchema((base) => (ctx) => {
  const spec = base(ctx)
  return {
    ...spec,
    attrs: { ...spec.attrs, title: { default: null, validate: 'string|null' } },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (dom) => ({
          src: dom.getAttribute('src') ?? '',
          alt: dom.getAttribute('alt') ?? '',
          title: dom.getAttribute('title'),
        }),
      },
    ],
  }
})

/** The serializer of task items also needs children for an empty paragraph. */
const emptyParagraphs = paragraphSchema.extendSchema((base) => (ctx) => {
  const { toMarkdown, ...spec } = base(ctx)
  return {
    ...spec,
    toMarkdown: {
      ...toMarkdown,
      runner: (state, node) => {
        if (node.content.size === 0) state.addNode('paragraph', [])
        else toMarkdown.runner(state, node)
      },
    },
  }
})

/** Lists typed by the user have no blank lines between their items. */
const tightItems = extendListItemSchemaForTask.extendSchema((base) => (ctx) => {
  const spec = base(ctx)
  return { ...spec, attrs: { ...spec.attrs, spread: { default: false, validate: 'boolean' } } }
})

const bareUrl = /(?:(?:https?|ftp):\/\/|www\.)[^\s<]+/gi

interface Mark {
  marker: string
}

/** Milkdown's own handlers write `s_nak_e` and `**Note:**text`, which are no marks in Markdown. */
const markHandler = (construct: 'emphasis' | 'strong', size: number) =>
  Object.assign(({ marker }: Mark) => marker.repeat(size), {
    attention: ({ marker }: Mark) => ({
      construct,
      markers: marker === '_' ? ['_', '*'] : ['*', '_'],
      sizes: [size],
    }),
  })

export function configureMarkdown(ctx: Ctx) {
  ctx.set(remarkGFMPlugin.options.key, { tablePipeAlign: false })
  ctx.update(remarkStringifyOptionsCtx, (options) => ({
    ...options,
    bullet: '-' as const,
    emphasis: '*' as const,
    rule: '-' as const,
    fences: true,
    listItemIndent: 'one' as const,
    incrementListMarker: true,
    handlers: {
      ...options.handlers,
      // The page links bare URLs by itself, and reads no escapes within them.
      text: (...args) => {
        const [, , state] = args
        const text = (options.handlers?.text?.(...args) ?? '').replace(
          /(?<=[ps])\\(?=:\/)|(?<=[+\-.\w])\\(?=@[-.\w])|(?<=[Ww])\\(?=\.[-.\w])/g,
          '',
        )
        if (state.stack.includes('label')) return text
        return text.replace(bareUrl, (url) => url.replace(/\\([&*[\]_`~])/g, '$1'))
      },
      emphasis: markHandler('emphasis', 1),
      strong: markHandler('strong', 2),
    },
  }))
}

/** The presets without the plugins that change an unedited document. */
export const markdownPlugins: MilkdownPlugin[] = [
  schema,
  untitledImages,
  emptyParagraphs,
  gfmSchema,
  tightItems,
  remarkAddOrderInListPlugin,
  remarkLineBreak,
  remarkMarker,
  remarkGFMPlugin,
  islands,
  figures,
].flat()

export const editingPlugins: MilkdownPlugin[] = [
  hardbreakClearMarkPlugin,
  hardbreakFilterNodes,
  hardbreakFilterPlugin,
  keepTableAlignPlugin,
  tableEditingPlugin,
  inputRules,
  gfmKeymap,
  keymap,
  commands,
  gfmCommands,
].flat()
