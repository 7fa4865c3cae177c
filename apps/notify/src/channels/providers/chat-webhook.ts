import { capabilities } from './provider.js';
import { CHAT_RATE } from './send-rates.js';
import { anyLabel, targetFaultBy, urlTarget } from './targets.js';

/** What the incoming webhooks of chats share: their URL is the whole address of one group, or the target is a URL of its own. */
export const CHAT_WEBHOOK = {
  capabilities: capabilities(['group', 'rich_text']),
  sendRate: CHAT_RATE,
  targetFault: targetFaultBy({ fixed_group: anyLabel, webhook: urlTarget }),
};
