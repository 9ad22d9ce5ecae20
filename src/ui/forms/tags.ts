export type TagRefusal = 'invalid' | 'twice' | 'limit';

export interface TagsChange {
  tags: string[];
  added: string[];
  refused: { tag: string; why: TagRefusal }[];
}

export interface TagRules {
  most: number;
  isValid: (tag: string) => boolean;
}

/**
 * Adds the tags of a typed or pasted text. Spaces, commas and semicolons separate tags, a leading # is removed, and tags
 * are compared without case.
 */
export function addTags(tags: readonly string[], text: string, { most, isValid }: TagRules): TagsChange {
  const change: TagsChange = { tags: [...tags], added: [], refused: [] };
  for (const part of text.split(/[\s,;]+/u)) {
    const tag = part.replace(/^#+/, '');
    if (!tag) continue;
    const why = refusal(change.tags, tag, most, isValid);
    if (why) change.refused.push({ tag, why });
    else {
      change.tags.push(tag);
      change.added.push(tag);
    }
  }
  return change;
}

function refusal(
  tags: readonly string[],
  tag: string,
  most: number,
  isValid: TagRules['isValid'],
): TagRefusal | undefined {
  if (!isValid(tag)) return 'invalid';
  if (tags.some((existing) => existing.toLocaleLowerCase() === tag.toLocaleLowerCase())) return 'twice';
  return tags.length >= most ? 'limit' : undefined;
}
