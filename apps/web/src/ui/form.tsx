import type { ComponentProps } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: (form: HTMLFormElement) => Promise<unknown>;
}

/** A form that the page validates and submits by script, instead of the browser. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      noValidate
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event.currentTarget);
      }}
    />
  );
}
