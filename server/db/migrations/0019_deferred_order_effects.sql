CREATE TABLE "deferred_order_effects" (
	"order_id" uuid NOT NULL,
	"effect" text NOT NULL,
	"version" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "deferred_order_effects_order_id_effect_pk" PRIMARY KEY("order_id","effect")
);
--> statement-breakpoint
ALTER TABLE "deferred_order_effects" ADD CONSTRAINT "deferred_order_effects_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deferred_order_effects_due" ON "deferred_order_effects" USING btree ("due_at") WHERE done_at is null;