// SPDX-License-Identifier: GPL-2.0-only
/*
 * provoke.c - faults on purpose, one at a time, to see that a kernel with
 * tests/vm/debug.config tells of them. Never loads: it ends with -EAGAIN.
 *
 *	insmod provoke.ko fault=after-free|lock-order|sleep|list
 */
#include <linux/delay.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

static char *fault = "";
module_param(fault, charp, 0);
MODULE_PARM_DESC(fault, "after-free, lock-order, sleep or list");

static DEFINE_SPINLOCK(one);
static DEFINE_SPINLOCK(other);

static void after_free(void)
{
	volatile char *p = kmalloc(64, GFP_KERNEL);

	kfree((void *)p);
	p[8] = 1;
}

/* Never at once: it is the order that is wrong. */
static void lock_order(void)
{
	spin_lock(&one);
	spin_lock(&other);
	spin_unlock(&other);
	spin_unlock(&one);
	spin_lock(&other);
	spin_lock(&one);
	spin_unlock(&one);
	spin_unlock(&other);
}

static void sleep(void)
{
	spin_lock(&one);
	msleep(1);
	spin_unlock(&one);
}

static void list(void)
{
	LIST_HEAD(head);
	struct list_head entry;

	list_add(&entry, &head);
	list_add(&entry, &head);	/* twice */
}

static int __init provoke_init(void)
{
	if (!strcmp(fault, "after-free"))
		after_free();
	else if (!strcmp(fault, "lock-order"))
		lock_order();
	else if (!strcmp(fault, "sleep"))
		sleep();
	else if (!strcmp(fault, "list"))
		list();
	return -EAGAIN;
}
module_init(provoke_init);

MODULE_DESCRIPTION("Faults on purpose");
MODULE_LICENSE("GPL");
