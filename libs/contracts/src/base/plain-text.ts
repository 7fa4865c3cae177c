import { buildMessage, ValidateBy, type ValidationOptions } from 'class-validator';
import { isPlainAddress } from './email.js';

const REFUSED = /[\p{Cc}\p{Cs}]/u;

/** A line of text: between `min` and `max` characters after trimming, without control characters and broken pairs. */
export const IsPlainText = (min: number, max: number, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isPlainText',
      constraints: [min, max],
      validator: {
        validate: (value: unknown) => {
          if (typeof value !== 'string' || REFUSED.test(value)) return false;
          return value.length <= max && value.trim().length >= min;
        },
        defaultMessage: buildMessage(
          (prefix) => `${prefix}$property must be text of ${min} to ${max} characters without control characters`,
        ),
      },
    },
    options,
  );

/** An e-mail address that a new user may have. */
export const IsEmailAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isEmailAddress',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && value.length <= 254 && isPlainAddress(value),
      defaultMessage: buildMessage((prefix) => `${prefix}$property must be an e-mail address`),
    },
  });
