import { DOMSerializer, Fragment, type Node, type Schema } from '@milkdown/kit/prose/model'
import { MARKDOWN_ATTRIBUTE } from '../clipboard-data.ts'

type ToMarkdown = (blocks: readonly Node[]) => string

/** Wraps copied list items and inline images; empty for rows of a table, which have no header. */
function toBlocks(content: Fragment, { topNodeType }: Schema): readonly Node[] {
  const wrapping = content.firstChild && topNodeType.contentMatch.findWrapping(content.firstChild.type)
  if (!wrapping) return []
  return wrapping.reduceRight((inner, type) => Fragment.from(type.create(null, inner)), content).content
}

export class CopySerializer extends DOMSerializer {
  readonly #schema: Schema
  readonly #toMarkdown: ToMarkdown

  constructor(schema: Schema, toMarkdown: ToMarkdown) {
    super(DOMSerializer.nodesFromSchema(schema), DOMSerializer.marksFromSchema(schema))
    this.#schema = schema
    this.#toMarkdown = toMarkdown
  }

  override serializeFragment(
    ...[content, options, target]: Parameters<DOMSerializer['serializeFragment']>
  ): ReturnType<DOMSerializer['serializeFragment']> {
    const copied = super.serializeFragment(content, options, target)
    // The content of each node is serialized by this method too, into a target.
    if (!target) {
      const markdown = this.#toMarkdown(toBlocks(content, this.#schema))
      copied.firstElementChild?.setAttribute(MARKDOWN_ATTRIBUTE, markdown)
    }
    return copied
  }
}
